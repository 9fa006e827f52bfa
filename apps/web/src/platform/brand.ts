/** The only place for the operator's name and address, so that the product can be rebranded. */
export const brand = { name: 'Larkmere', supportEmail: 'help@larkmere.example' } as const;
