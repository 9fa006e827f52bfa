const hourMs = 3_600_000;

export const hoursAfter = (at: Date, hours: number): Date => new Date(at.getTime() + hours * hourMs);

/** Days of 24 hours. */
export const daysAfter = (at: Date, days: number): Date => hoursAfter(at, days * 24);
