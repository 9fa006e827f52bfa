/** Names of actions and states as the records have them: `payment.created` reads “payment created”. */
export const inWords = (code: string): string => code.replace(/[._-]/g, ' ');
