const initials = (name: string): string => {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase();
};

export const Avatar = ({ name, size = 36 }: { name: string; size?: number }) => (
  <span
    aria-hidden
    className="inline-grid shrink-0 place-items-center rounded-full bg-brand-soft text-small font-bold text-brand-text"
    style={{ width: size, height: size }}
  >
    {initials(name)}
  </span>
);
