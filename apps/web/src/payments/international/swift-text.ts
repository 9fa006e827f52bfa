export const isSwiftText = (reference: string): boolean => /^[A-Za-z0-9 /?:().,'+-]{1,140}$/.test(reference);
