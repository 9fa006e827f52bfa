import { ArrowRight, Check, X } from 'lucide-react';
import { useTranslations } from 'use-intl';

export type TimelineItem = {
  title: string;
  state: 'done' | 'now' | 'next' | 'failed';
  at?: string | undefined;
  note?: string | undefined;
};

const stateStyles = {
  done: { disc: 'bg-brand text-on-brand', icon: <Check size={16} /> },
  now: { disc: 'border-2 border-brand bg-brand-soft text-brand-text', icon: <ArrowRight size={16} /> },
  next: { disc: 'border-2 border-line-strong', icon: undefined },
  failed: { disc: 'bg-danger text-on-danger', icon: <X size={16} /> },
};

export function Timeline({ items }: { items: TimelineItem[] }) {
  const t = useTranslations('ui.timeline');
  return (
    <ol>
      {items.map(({ title, state, at, note }, place) => (
        <li
          key={title}
          aria-current={state === 'now' ? 'step' : undefined}
          className="relative flex gap-3 pb-6 last:pb-0"
        >
          {place < items.length - 1 && (
            <span
              aria-hidden
              className={`absolute top-7 bottom-0 left-[13px] w-0.5 ${state === 'done' ? 'bg-brand' : 'bg-line'}`}
            />
          )}
          <span
            aria-hidden
            className={`grid size-7 shrink-0 place-items-center rounded-full ${stateStyles[state].disc}`}
          >
            {stateStyles[state].icon}
          </span>
          <div className="min-w-0 pt-0.5">
            <p className="font-semibold">
              <span className="sr-only">{t(state)} </span>
              {title}
            </p>
            {at && <p className="figures text-small text-text-muted">{at}</p>}
            {note && <p className="text-small">{note}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
