/** A number that a program wrote, whose point is always decimal: with three decimals it gets a fourth, so that nobody asks whether the point groups thousands. */
export const plainNumber = (text: string): string => (/^\d+\.\d{3}$/.test(text) ? `${text}0` : text);
