export const consentMinutes = 5;
export const maxWrongTries = 5;
export const consentsPerHour = 5;
export const linkSeconds = 60;
export const visitMinutes = 30;
