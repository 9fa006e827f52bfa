import { screens } from '@larkmere/contract/platform/screens';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, FileSpreadsheet, Landmark, type LucideIcon, Repeat, UserPlus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { canOpenScreen } from '../../platform/navigation/guards.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { useSession } from '../../platform/session/session.ts';
import { Card } from '../../ui/Card.tsx';
import { freeTransfersQuery } from '../payment/payment.tsx';

type Alternative = { name: 'file' | 'standing' | 'instant'; path: string; icon: LucideIcon };
type Props = { /** Undefined for a person who may not add payees. */ onNew: (() => void) | undefined };

export function PaymentAlternatives({ onNew }: Props) {
  const t = useTranslations('paymentForm.whom.other');
  const session = useSession();
  const mayOpen = ({ path }: Alternative): boolean => {
    const screen = screens.find((each) => each.path === path);
    return screen !== undefined && canOpenScreen(screen, session);
  };
  const elsewhere: Alternative[] = [
    { name: 'file', path: paths.paymentBulk, icon: FileSpreadsheet },
    { name: 'standing', path: paths.standingOrderAdd, icon: Repeat },
    { name: 'instant', path: paths.instantPaymentStart, icon: Landmark },
  ];
  return (
    <Card flush title={t('title')}>
      <ul className="grid pb-2">
        {onNew && (
          <li>
            <button type="button" data-option onClick={onNew} className={rowClass}>
              <Row name="payee" icon={UserPlus} />
            </button>
          </li>
        )}
        {elsewhere.filter(mayOpen).map(({ name, path, icon }) => (
          <li key={name}>
            <Link {...linkTo(path)} className={rowClass}>
              <Row name={name} icon={icon} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const rowClass =
  'flex w-full items-center gap-4 px-5 py-2.5 text-left -outline-offset-3 transition-colors hover:bg-sunken';

function Row({ name, icon: Icon }: { name: Alternative['name'] | 'payee'; icon: LucideIcon }) {
  const t = useTranslations('paymentForm.whom.other');
  return (
    <>
      <span className="inline-grid size-10 shrink-0 place-items-center rounded-full bg-sunken">
        <Icon size={20} className="text-text-muted" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t(`${name}.title`)}</span>
        <span className="block text-small text-text-muted">{t(`${name}.text`)}</span>
      </span>
      <ChevronRight size={18} className="shrink-0 text-text-muted" />
    </>
  );
}

export function FreeTransfersNote() {
  const t = useTranslations('paymentForm.whom.free');
  const { data } = useQuery(freeTransfersQuery);
  if (!data || data.length === 0) return null;
  return (
    <Card title={t('title')}>
      <p className="flex items-baseline gap-2">
        <span className="figures text-figure font-bold">{data.length}</span>
        <span className="text-text-muted">{t('left')}</span>
      </p>
      <p className="text-small text-text-muted">{t('text')}</p>
    </Card>
  );
}
