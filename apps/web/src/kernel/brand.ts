/** The name stands here alone, so that the product can carry another one. */
export const brand = { name: 'Larkmere' } as const;
