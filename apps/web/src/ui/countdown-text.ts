/** `mm:ss` (specification, section 2). */
export const countdownText = (seconds: number): string =>
  `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;

const twoDigits = (count: number): string => String(count).padStart(2, '0');
