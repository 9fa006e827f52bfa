/**
 * Personal data that is due for erasure. `people` belong to no other customer. `partly`: marketing and device data, when
 * the account has closed. `wholly`: what the law has required until then.
 */
export type Erasure = Readonly<{ customerId: string; people: readonly string[]; extent: 'partly' | 'wholly' }>;
