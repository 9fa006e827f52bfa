export const idleSeconds = 300;
export const absoluteSeconds = 12 * 3600;
