const adultAge = 18;
const londonDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' });

/** On the 18th birthday in London, and at most 120 years old. Somebody born on 29 February is of age on 1 March. */
export function isOfAge(dateOfBirth: string, now: Date): boolean {
  const [year = 0, ...rest] = dateOfBirth.split('-');
  const today = londonDay.format(now);
  const birthday = (age: number): string => [String(Number(year) + age).padStart(4, '0'), ...rest].join('-');
  return birthday(adultAge) <= today && birthday(120) > today;
}
