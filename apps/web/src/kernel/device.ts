/** Whether this is a phone's or tablet's browser; the width of the window says nothing about that. */
export const isMobile = (): boolean => /Mobi|Android|iPhone|iPad/i.test(navigator.userAgent);

/** What the server learns about the browser with every call (specification, section 7). */
export const deviceHeaders = (): Record<string, string> => ({
  platform: 'web',
  platformdetail: navigator.userAgent.slice(0, 200),
  ...(isMobile() ? { device: 'mobile', appversion: '5.0.0' } : {}),
});
