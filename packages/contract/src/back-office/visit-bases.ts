/** On what ground staff connect as a customer (product.md D7, D12). */
export const visitBases = ['consent', 'role', 'break_glass'] as const;
export type VisitBasis = (typeof visitBases)[number];
