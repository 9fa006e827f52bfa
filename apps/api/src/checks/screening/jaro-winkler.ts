export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1;
  const jaro = jaroSimilarity(a, b);
  let same = 0;
  while (same < 4 && same < a.length && a[same] === b[same]) same += 1;
  return jaro + same * 0.1 * (1 - jaro);
}

function jaroSimilarity(a: string, b: string): number {
  const reach = Math.max(Math.floor(Math.max(a.length, b.length) / 2) - 1, 0);
  const taken = new Uint8Array(b.length);
  const found: string[] = [];
  for (let i = 0; i < a.length; i += 1)
    for (let j = Math.max(0, i - reach); j < Math.min(b.length, i + reach + 1); j += 1)
      if (taken[j] === 0 && a[i] === b[j]) {
        taken[j] = 1;
        found.push(a[i] ?? '');
        break;
      }
  const m = found.length;
  if (m === 0) return 0;
  let swapped = 0;
  for (let j = 0, k = 0; j < b.length; j += 1)
    if (taken[j] === 1) {
      if (b[j] !== found[k]) swapped += 1;
      k += 1;
    }
  return (m / a.length + m / b.length + (m - swapped / 2) / m) / 3;
}
