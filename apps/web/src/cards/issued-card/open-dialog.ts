/** The dialog over the card page. */
export const openDialogs = ['details', 'pin', 'limits', 'block', 'activate', 'person'] as const;
export type OpenDialog = (typeof openDialogs)[number];
