/** Name and address of whoever runs the product stand here alone, so that it can carry others. */
export const brand = { name: 'Larkmere', supportEmail: 'help@larkmere.example' } as const;
