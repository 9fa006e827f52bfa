/** `GB29LARK…` in groups of four, which may wrap between groups and are never cut short. */
export const ibanText = (iban: string): string => iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');

/** `040621` as `04-06-21`. */
export const sortCodeText = (sortCode: string): string => sortCode.replace(/\D/g, '').replace(/(\d\d)(?=\d)/g, '$1-');
