/** Whole basis points that a dealer may take off the mid rate. */
export const minMarginBps = 1;
export const maxMarginBps = 300;
