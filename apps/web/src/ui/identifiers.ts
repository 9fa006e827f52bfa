export const ibanText = (iban: string): string => iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');

export const sortCodeText = (sortCode: string): string => sortCode.replace(/\D/g, '').replace(/(\d\d)(?=\d)/g, '$1-');
