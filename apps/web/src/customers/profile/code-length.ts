export const codeLength = 6;
