/** Words of the receipt of a payment. */
export const receipt = { download: 'Download receipt' } as const;
