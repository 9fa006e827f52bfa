export function toAge(minutes: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  if (minutes < 120) return { unit: 'minutes', count: minutes };
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.floor(hours / 24) };
}

/** The first look at an item is due within one working hour (product.md D1). */
const targetMinutes = 60;

export const ageClass = (minutes: number): string =>
  minutes > targetMinutes ? 'font-semibold text-warning' : 'text-text-muted';
