type Props = { title: string; entries: readonly { id: string; title: string }[] };

/** The contents list of a long page: beside the text on a wide screen, above it otherwise. */
export const DocumentContents = ({ title, entries }: Props) => (
  <nav
    aria-label={title}
    className="rounded-card border border-line bg-surface p-5 lg:sticky lg:top-22 lg:border-0 lg:bg-transparent lg:p-0"
  >
    <p className="mb-2 font-bold">{title}</p>
    <ol className="grid sm:max-lg:grid-cols-2">
      {entries.map((entry, i) => (
        <li key={entry.id}>
          <a
            href={`#${entry.id}`}
            onClick={(event) => {
              event.preventDefault();
              document.getElementById(entry.id)?.scrollIntoView();
            }}
            className="flex min-h-9 items-center gap-2 rounded-small text-brand-text hover:underline"
          >
            <span className="figures w-7 shrink-0 text-text-muted">{i + 1}.</span>
            {entry.title}
          </a>
        </li>
      ))}
    </ol>
  </nav>
);
