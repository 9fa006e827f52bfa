/** A session lives this long without a sign of the customer, and this long in all (design: 5 minutes and 12 hours). */
export const idleSeconds = 300;
export const absoluteSeconds = 12 * 3600;
