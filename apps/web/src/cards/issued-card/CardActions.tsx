import { Link } from '@tanstack/react-router';
import { Ban, Eye, KeyRound, RefreshCw, SlidersHorizontal, Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import type { IssuedCard } from './issued-card.api.ts';
import type { OpenDialog } from './open-dialog.ts';

type Props = Readonly<{
  card: IssuedCard;
  onOpen: (dialog: OpenDialog) => void;
  onFreeze: () => void;
  isBusy: boolean;
}>;

/** Freeze comes first, because it is urgent. A frozen card offers the next step in its place. */
export function CardActions({ card, onOpen, onFreeze, isBusy }: Props) {
  const t = useTranslations('issuedCard.action');
  const { permissions: may, state } = card;
  const isFrozen = state === 'frozen';
  const canBlock = may.block && !may.freeze;
  if (!Object.values(may).includes(true)) return null;
  return (
    <fieldset aria-label={t('label')} className="flex flex-wrap justify-around gap-x-1 gap-y-3">
      {may.freeze && <Action icon={<Snowflake size={22} />} text={t('freeze')} onClick={onFreeze} isBusy={isBusy} />}
      {canBlock && (
        <Action icon={<Ban size={22} />} text={t(isFrozen ? 'reportLost' : 'block')} onClick={() => onOpen('block')} />
      )}
      {may.reveal && <Action icon={<Eye size={22} />} text={t('details')} onClick={() => onOpen('details')} />}
      {may.changePin && <Action icon={<KeyRound size={22} />} text={t('pin')} onClick={() => onOpen('pin')} />}
      {may.limits && (
        <Action icon={<SlidersHorizontal size={22} />} text={t('limits')} onClick={() => onOpen('limits')} />
      )}
      {may.replace && (
        <Link {...linkTo(paths.cardReplace(card.uid))} className={actionClass}>
          <Disc>
            <RefreshCw size={22} />
          </Disc>
          {t('replace')}
        </Link>
      )}
    </fieldset>
  );
}

const actionClass =
  'group grid min-w-14 max-w-20 justify-items-center content-start gap-2 rounded-small text-center text-small font-semibold';

type ActionProps = Readonly<{ icon: ReactNode; text: string; onClick: () => void; isBusy?: boolean }>;

const Action = ({ icon, text, onClick, isBusy = false }: ActionProps) => (
  <button
    type="button"
    aria-disabled={isBusy || undefined}
    onClick={() => !isBusy && onClick()}
    className={actionClass}
  >
    <Disc>{icon}</Disc>
    {text}
  </button>
);

const Disc = ({ children }: { children: ReactNode }) => (
  <span
    aria-hidden
    className="grid size-13 place-items-center rounded-full bg-brand-soft text-brand-text transition-colors group-hover:bg-brand group-hover:text-on-brand"
  >
    {children}
  </span>
);
