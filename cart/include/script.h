#ifndef SCRIPT_H
#define SCRIPT_H
#include "types.h"

struct ScriptContext {
    u8 stackDepth, mode, comparisonResult;
    bool8 (*nativePtr)(void);
    const u8 *scriptPtr;
    const u8 *stack[20];
    const void *cmdTable, *cmdTableEnd;
    u32 data[4];
};
SIZE_IS(struct ScriptContext, 0x74);
AT(struct ScriptContext, cmdTable, 0x5C);
enum { SCRIPT_STOPPED, SCRIPT_BYTECODE, SCRIPT_NATIVE };
enum { CONTEXT_RUNNING, CONTEXT_WAITING, CONTEXT_SHUTDOWN };

extern struct ScriptContext sGlobalScriptContext, sImmediateScriptContext;
extern u8 sGlobalScriptContextStatus;
extern u16 gSpecialVar_Result, gSpecialVar_LastTalked, gSpecialVar_Facing, gSpecialVar_ItemId;
extern u16 gSpecialVar_0x8000[12];
extern u8 sMsgBoxIsCancelable, sMsgIsSignpost;
extern u16 sPauseCounter;

#define SCR_RELEASEALL 0x6B
#define SCR_RELEASE 0x6C

void ScriptContext_Init(void);
bool32 ScriptContext_RunScript(void);
void ScriptContext_SetupScript(const u8 *script);
void ScriptContext_Stop(void);
void ScriptContext_Enable(void);
bool32 ScriptContext_IsEnabled(void);
u32 RunScriptBytecode(struct ScriptContext *context);
u16 ScriptReadHalf(struct ScriptContext *context);
u32 ScriptReadWord(struct ScriptContext *context);
void SetupNative(struct ScriptContext *context, bool8 (*native)(void));
void RunOnLoadScript(const u8 *script);
typedef bool8 (*ScrCmd)(struct ScriptContext *context);
extern const ScrCmd gScriptCmdTable[];
extern const u32 gScriptCmdCount;
/* special.c: routines that scripts call by number. */
extern const Func gSpecials[];
extern const u32 gSpecialCount;
u16 *GetVarPointer(u32 id);
u32 VarGet(u32 id);
void VarSet(u32 id, u32 value);

#endif
