export const receipt = { download: 'Download receipt' } as const;
