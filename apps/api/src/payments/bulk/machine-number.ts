/** Programs write a decimal point. A fourth decimal prevents reading `1.250` as grouped thousands. */
export const markDecimalPoint = (text: string): string => (/^\d+\.\d{3}$/.test(text) ? `${text}0` : text);
