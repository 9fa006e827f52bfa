export function toAge(minutes: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  if (minutes < 120) return { unit: 'minutes', count: minutes };
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.floor(hours / 24) };
}
