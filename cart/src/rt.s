@ Entry, interrupt dispatch, BIOS calls and the division that Thumb code asks for.
    .syntax unified
    .cpu arm7tdmi

    .section .text.entry,"ax",%progbits
    .arm
    .global _start
    .type _start,%function
_start:
    b rom_start
    .space 0xC0 - 4             @ header: filled in by build.py, logo area left zero
rom_start:
    mov r0, #0xD2               @ IRQ mode, interrupts off
    msr cpsr_fc, r0
    ldr sp, =0x03007FA0
    mov r0, #0x1F               @ system mode
    msr cpsr_fc, r0
    ldr sp, =0x03007F00
    mov r0, #0x03000000         @ clear IWRAM below the stacks; main.c clears EWRAM
    ldr r1, =0x03007E00
    mov r2, #0
1:  str r2, [r0], #4
    cmp r0, r1
    bcc 1b
    ldr r0, =0x03007FFC
    ldr r1, =IntrMain
    str r1, [r0]
    ldr r0, =AgbMain
    bx r0
    .size _start, . - _start
    .ltorg

    .section .text.IntrMain,"ax",%progbits
    .arm
    .global IntrMain
    .type IntrMain,%function
IntrMain:                       @ called by the BIOS in IRQ mode, r0-r3, r12, lr already saved
    mov r3, #0x04000000
    add r3, r3, #0x200
    ldrh r1, [r3, #0]           @ IE
    ldrh r2, [r3, #2]           @ IF
    and r1, r1, r2
    strh r1, [r3, #2]           @ acknowledge
    tst r1, #1
    bxeq lr
    push {lr}
    ldr r0, =VBlankIntr
    mov lr, pc
    bx r0
    pop {lr}
    bx lr
    .size IntrMain, . - IntrMain
    .ltorg

    .macro bios name, number
    .section .text.\name,"ax",%progbits
    .thumb
    .global \name
    .type \name,%function
    .thumb_func
\name:
    svc #\number
    bx lr
    .size \name, . - \name
    .endm
    bios Halt, 0x02
    bios LZ77UnCompVram, 0x12

    .macro divide name, number
    .section .text.\name,"ax",%progbits
    .thumb
    .global \name
    .type \name,%function
    .thumb_func
\name:
    .endm

    @ unsigned: r0 / r1 -> r0, remainder r1 (shift and subtract)
    divide __aeabi_uidivmod, 0
    cmp r1, #0
    beq 4f
    push {r4}
    movs r2, #0                 @ quotient
    movs r3, #1                 @ bit
1:  cmp r1, r0
    bcs 2f
    lsrs r4, r1, #31
    bne 2f
    lsls r1, r1, #1
    lsls r3, r3, #1
    b 1b
2:  cmp r0, r1
    bcc 3f
    subs r0, r0, r1
    orrs r2, r2, r3
3:  lsrs r1, r1, #1
    lsrs r3, r3, #1
    bne 2b
    movs r1, r0
    movs r0, r2
    pop {r4}
4:  bx lr
    .size __aeabi_uidivmod, . - __aeabi_uidivmod

    divide __aeabi_uidiv, 0
    push {r3, lr}
    bl __aeabi_uidivmod
    pop {r3}
    pop {r1}
    bx r1
    .size __aeabi_uidiv, . - __aeabi_uidiv

    divide __aeabi_idivmod, 0
    push {r4, r5, r6, lr}
    asrs r4, r0, #31            @ sign of the dividend and of the remainder
    asrs r5, r1, #31
    eors r0, r0, r4
    subs r0, r0, r4
    eors r1, r1, r5
    subs r1, r1, r5
    bl __aeabi_uidivmod
    eors r1, r1, r4
    subs r1, r1, r4
    eors r4, r4, r5
    eors r0, r0, r4
    subs r0, r0, r4
    pop {r4, r5, r6}
    pop {r2}
    bx r2
    .size __aeabi_idivmod, . - __aeabi_idivmod

    divide __aeabi_idiv, 0
    push {r3, lr}
    bl __aeabi_idivmod
    pop {r3}
    pop {r1}
    bx r1
    .size __aeabi_idiv, . - __aeabi_idiv
