import { isValidPhoneNumber } from 'libphonenumber-js/min';

/** Whether there can be a number such as `+442079460958`, by the length and the codes of its country. */
export const isPhoneNumber = (text: string): boolean => /^\+\d{7,15}$/.test(text) && isValidPhoneNumber(text);
