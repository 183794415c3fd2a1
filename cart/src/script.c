/* The script contexts: a byte-code interpreter that can wait in a native function. */
#include "script.h"
#include "field.h"
#include "main.h"
#include "save.h"

struct ScriptContext IWRAM(sGlobalScriptContext) sGlobalScriptContext;
struct ScriptContext IWRAM(sImmediateScriptContext) sImmediateScriptContext;
u8 IWRAM(sGlobalScriptContextStatus) sGlobalScriptContextStatus;
u8 IWRAM(sLockFieldControls) sLockFieldControls;
u8 IWRAM(sMsgBoxIsCancelable) sMsgBoxIsCancelable;
u8 IWRAM(sMsgIsSignpost) sMsgIsSignpost;
u16 EWRAM(sPauseCounter) sPauseCounter;
u16 EWRAM(gSpecialVar_0x8000) gSpecialVar_0x8000[12];
u16 EWRAM(gSpecialVar_Result) gSpecialVar_Result;
u16 EWRAM(gSpecialVar_LastTalked) gSpecialVar_LastTalked;
u16 EWRAM(gSpecialVar_Facing) gSpecialVar_Facing;
u16 EWRAM(gSpecialVar_ItemId) gSpecialVar_ItemId;

void LockPlayerFieldControls(void) { sLockFieldControls = TRUE; }
void UnlockPlayerFieldControls(void) { sLockFieldControls = FALSE; }

static void InitContext(struct ScriptContext *context) {
    MemFill(context, 0, sizeof(*context));
    context->cmdTable = gScriptCmdTable;
    context->cmdTableEnd = gScriptCmdTable + gScriptCmdCount;
}

void ScriptContext_Init(void) {
    InitContext(&sGlobalScriptContext);
    sGlobalScriptContextStatus = CONTEXT_SHUTDOWN;
}

u16 ScriptReadHalf(struct ScriptContext *context) {
    u16 value = context->scriptPtr[0] | context->scriptPtr[1] << 8;
    context->scriptPtr += 2;
    return value;
}

u32 ScriptReadWord(struct ScriptContext *context) {
    u32 low = ScriptReadHalf(context);
    return low | (u32)ScriptReadHalf(context) << 16;
}

void SetupNative(struct ScriptContext *context, bool8 (*native)(void)) {
    context->mode = SCRIPT_NATIVE;
    context->nativePtr = native;
}

/* TRUE while the script goes on in a later frame. */
KEEP u32 RunScriptBytecode(struct ScriptContext *context) {
    if (context->mode == SCRIPT_STOPPED) return FALSE;
    if (context->mode == SCRIPT_NATIVE) {
        if (context->nativePtr && !context->nativePtr()) return TRUE;
        context->mode = SCRIPT_BYTECODE;
        if (context->nativePtr) return TRUE;
    }
    while (context->mode == SCRIPT_BYTECODE) {
        const ScrCmd *command;
        if (!context->scriptPtr) {
            context->mode = SCRIPT_STOPPED;
            return FALSE;
        }
        command = (const ScrCmd *)context->cmdTable + *context->scriptPtr++;
        if (command >= (const ScrCmd *)context->cmdTableEnd || !*command) {
            context->mode = SCRIPT_STOPPED;
            return FALSE;
        }
        if ((*command)(context)) return TRUE;
    }
    return context->mode != SCRIPT_STOPPED;
}

KEEP bool32 ScriptContext_RunScript(void) {
    if (sGlobalScriptContextStatus != CONTEXT_RUNNING) return FALSE;
    LockPlayerFieldControls();
    if (!RunScriptBytecode(&sGlobalScriptContext)) {
        sGlobalScriptContextStatus = CONTEXT_SHUTDOWN;
        UnlockPlayerFieldControls();
        return FALSE;
    }
    return TRUE;
}

KEEP void ScriptContext_SetupScript(const u8 *script) {
    InitContext(&sGlobalScriptContext);
    sGlobalScriptContext.scriptPtr = script;
    sGlobalScriptContext.mode = SCRIPT_BYTECODE;
    LockPlayerFieldControls();
    sGlobalScriptContextStatus = CONTEXT_RUNNING;
}

void ScriptContext_Stop(void) { sGlobalScriptContextStatus = CONTEXT_WAITING; }

void ScriptContext_Enable(void) {
    sGlobalScriptContextStatus = CONTEXT_RUNNING;
    LockPlayerFieldControls();
}

bool32 ScriptContext_IsEnabled(void) { return sGlobalScriptContextStatus == CONTEXT_RUNNING; }

/* Map scripts run to their end at once, in a context of their own. */
KEEP void RunOnLoadScript(const u8 *script) {
    if (!script) return;
    InitContext(&sImmediateScriptContext);
    sImmediateScriptContext.scriptPtr = script;
    sImmediateScriptContext.mode = SCRIPT_BYTECODE;
    while (RunScriptBytecode(&sImmediateScriptContext)) {}
}

u16 *GetVarPointer(u32 id) {
    if (id < 0x4000) return NULL;
    if (id < 0x8000) return &gSaveBlock1Ptr->vars[id - 0x4000];
    switch (id) {
    case 0x800C: return &gSpecialVar_Facing;
    case 0x800D: return &gSpecialVar_Result;
    case 0x800E: return &gSpecialVar_ItemId;
    case 0x800F: return &gSpecialVar_LastTalked;
    default: return &gSpecialVar_0x8000[(id - 0x8000) % 12];
    }
}

u32 VarGet(u32 id) {
    const u16 *var = GetVarPointer(id);
    return var ? *var : id;
}

void VarSet(u32 id, u32 value) {
    u16 *var = GetVarPointer(id);
    if (var) *var = value;
}
