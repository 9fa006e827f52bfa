import { isValidPhoneNumber } from 'libphonenumber-js/min';

export const isPhoneNumber = (text: string): boolean => /^\+\d{7,15}$/.test(text) && isValidPhoneNumber(text);
