const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

type DeviceKind = Readonly<{ browser: string | null; platform: string | null }>;

/** Names come from these lists only: the header is the sender's own text. */
export function recogniseDevice(userAgent: string): DeviceKind {
  const find = (known: typeof browsers): string | null =>
    known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  return { browser: find(browsers), platform: find(systems) };
}

export function describeDevice(userAgent: string): string {
  const { browser, platform } = recogniseDevice(userAgent);
  if (browser && platform) return `${browser} on ${platform}`;
  return browser ?? platform ?? 'an unknown device';
}
