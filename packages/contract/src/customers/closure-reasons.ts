/** Apart from the schemas, so that the form does not load a validation library. */
export const closureReasons = ['not_needed', 'fees', 'moved', 'service', 'other'] as const;
export type ClosureReason = (typeof closureReasons)[number];
