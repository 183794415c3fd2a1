"""The C declarations of libmgba 0.10 and of libretro, and the module made of them.

``python -m gbatool.core.abi_source`` writes ``_abi.py`` with cffi's out-of-line ABI mode: plain
Python tables, so that nothing is compiled and no C parser is imported when a command starts. Only
what the cores use is declared. Sources: mgba 0.10 ``include/mgba/core/core.h``, ``interface.h``,
``log.h``, ``include/mgba-util/vfs.h``; libretro-common ``include/libretro.h``; POSIX ``dlfcn.h``.

Nothing here says where in ``struct mCore`` the functions stand: ``libmgba`` finds that out.
"""

from __future__ import annotations

from pathlib import Path

MODULE = "gbatool.core._abi"
FILE = Path(__file__).with_name("_abi.py")

CORE_CALLS = """
    bool (*init)(struct mCore*); void (*deinit)(struct mCore*);
    int (*platform)(const struct mCore*);
    void* supportsFeature; void* setSync; void* loadConfig; void* reloadConfigOption;
    void (*desiredVideoDimensions)(const struct mCore*, unsigned*, unsigned*);
    void (*setVideoBuffer)(struct mCore*, uint32_t*, size_t);
    void* setVideoGLTex; void* getPixels; void* putPixels; void* getAudioChannel;
    void* setAudioBufferSize; void* getAudioBufferSize; void* addCoreCallbacks;
    void* clearCoreCallbacks; void* setAVStream; void* isROM;
    bool (*loadROM)(struct mCore*, struct VFile*); bool (*loadSave)(struct mCore*, struct VFile*);
    void* loadTemporarySave; void* unloadROM; void* romSize; void* checksum; void* loadBIOS;
    void* selectBIOS; void* loadPatch;
    void (*reset)(struct mCore*); void (*runFrame)(struct mCore*); void* runLoop; void* step;
    size_t (*stateSize)(struct mCore*); bool (*loadState)(struct mCore*, const void*);
    bool (*saveState)(struct mCore*, void*); void (*setKeys)(struct mCore*, uint32_t);
    void* addKeys; void* clearKeys; void* getKeys; uint32_t (*frameCounter)(const struct mCore*);
    void* frameCycles; void* frequency; void* getGameTitle; void* getGameCode; void* setPeripheral;
    void* busRead[3]; void* busWrite[3]; void* rawRead[3]; void* rawWrite[3];
    void* listMemoryBlocks; void* (*getMemoryBlock)(struct mCore*, size_t, size_t*);
    void* listRegisters; void* readRegister; void* writeRegister;
"""
"""The functions at the start of the table, the same in every build of 0.10."""

SAVE_CALLS = """
    void* cheatDevice; size_t (*savedataClone)(struct mCore*, void**);
    bool (*savedataRestore)(struct mCore*, const void*, size_t, bool);
    void* listVideoLayers; void* listAudioChannels; void* enableVideoLayer;
    void* enableAudioChannel; void* adjustVideoLayer; void* startVideoLog; void* endVideoLog;
"""
"""Those at its end."""

DECLARATIONS = f"""
struct mCore;
struct VFile {{
    bool (*close)(struct VFile*); int64_t (*seek)(struct VFile*, int64_t, int);
    ssize_t (*read)(struct VFile*, void*, size_t); void* readline; void* write; void* map;
    void* unmap; void* truncate; ssize_t (*size)(struct VFile*); void* sync;
}};
struct mLogFilter {{ int defaultLevels; uint64_t tables[64]; }};
struct mLogger {{ void* log; struct mLogFilter* filter; }};
struct mRTCGenericSource {{
    void* calls[4]; struct mCore* p; int override; int64_t value; void* custom;
}};
struct mCoreWithDebuggers {{ {CORE_CALLS} void* debuggers[7]; {SAVE_CALLS} }};
struct mCoreWithoutDebuggers {{ {CORE_CALLS} {SAVE_CALLS} }};
extern const char* const projectVersion;
struct mCore* GBACoreCreate(void);
struct mCore* mCoreFindVF(struct VFile*);
void mCoreInitConfig(struct mCore*, const char*);
bool mCoreSaveStateNamed(struct mCore*, struct VFile*, int);
bool mCoreLoadStateNamed(struct mCore*, struct VFile*, int);
struct VFile* VFileFromConstMemory(const void*, size_t);
struct VFile* VFileMemChunk(const void*, size_t);
void mLog(int, int, const char*, ...);
void mLogFilterInit(struct mLogFilter*);
void mLogSetDefaultLogger(struct mLogger*);
struct mLogger* mLogGetContext(void);

void free(void*);
int getppid(void);
typedef struct {{
    const char* dli_fname; void* dli_fbase; const char* dli_sname; void* dli_saddr;
}} Dl_info;
int dladdr(const void*, Dl_info*);

struct retro_system_info {{
    const char* library_name; const char* library_version; const char* valid_extensions;
    bool need_fullpath; bool block_extract;
}};
struct retro_game_info {{ const char* path; const void* data; size_t size; const char* meta; }};
struct retro_memory_descriptor {{
    uint64_t flags; void* ptr; size_t offset; size_t start; size_t select; size_t disconnect;
    size_t len; const char* addrspace;
}};
struct retro_memory_map {{ const struct retro_memory_descriptor* descriptors; unsigned num_descriptors; }};
typedef bool (*retro_environment_t)(unsigned, void*);
typedef void (*retro_video_refresh_t)(const void*, unsigned, unsigned, size_t);
typedef void (*retro_audio_sample_t)(int16_t, int16_t);
typedef size_t (*retro_audio_sample_batch_t)(const int16_t*, size_t);
typedef void (*retro_input_poll_t)(void);
typedef int16_t (*retro_input_state_t)(unsigned, unsigned, unsigned, unsigned);
unsigned retro_api_version(void);
void retro_get_system_info(struct retro_system_info*);
void retro_set_environment(retro_environment_t);
void retro_set_video_refresh(retro_video_refresh_t);
void retro_set_audio_sample(retro_audio_sample_t);
void retro_set_audio_sample_batch(retro_audio_sample_batch_t);
void retro_set_input_poll(retro_input_poll_t);
void retro_set_input_state(retro_input_state_t);
void retro_init(void);
void retro_deinit(void);
bool retro_load_game(const struct retro_game_info*);
void retro_unload_game(void);
void retro_run(void);
size_t retro_serialize_size(void);
bool retro_serialize(void*, size_t);
bool retro_unserialize(const void*, size_t);
void* retro_get_memory_data(unsigned);
size_t retro_get_memory_size(unsigned);
"""


def write(file: Path = FILE) -> None:
    """Write the module of tables; needs cffi's C parser, which nothing else of the tool does."""
    import cffi

    builder = cffi.FFI()
    builder.cdef(DECLARATIONS)
    builder.set_source(MODULE, None)
    builder.emit_python_code(str(file))


if __name__ == "__main__":
    write()
