export const idleSeconds = 15 * 60;
export const absoluteSeconds = 8 * 3600;
export const enrolmentSeconds = 5 * 60;
