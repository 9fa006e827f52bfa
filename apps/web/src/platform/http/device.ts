/** By the user agent: the window's width does not identify a phone. */
export const isMobile = (): boolean => /Mobi|Android|iPhone|iPad/i.test(navigator.userAgent);

export const deviceHeaders = (): Record<string, string> => ({
  platform: 'web',
  platformdetail: navigator.userAgent.slice(0, 200),
  ...(isMobile() ? { device: 'mobile', appversion: '5.0.0' } : {}),
});
