import type { CardSettlementView } from '@larkmere/contract/back-office/card-settlement';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import { StaffTable, TabQuery } from '../parts/parts.ts';
import { settlementsQuery } from './card-settlement.api.ts';
import { SettlementPanel } from './SettlementPanel.tsx';
import { SettlementState } from './SettlementState.tsx';

/** The opened file is in the address, so that a link opens it and Back closes it. */
export function CardSettlementPage() {
  const t = useTranslations('manageCardSettlement');
  useSetPageTitle(t('title'));
  const { file }: { file?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = (id: string | undefined) =>
    void navigate({ to: '.', search: { file: id }, replace: id === undefined, resetScroll: false });
  return (
    <div className="grid gap-5">
      <p className="text-text-muted">{t('about')}</p>
      {file && <SettlementPanel key={file} id={file} onClose={() => open(undefined)} />}
      <TabQuery query={settlementsQuery}>
        {({ list }) => (
          <Card flush>
            {list.length === 0 ? (
              <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
            ) : (
              <SettlementTable list={list} chosen={file} onChoose={open} />
            )}
          </Card>
        )}
      </TabQuery>
    </div>
  );
}

type TableProps = {
  list: readonly CardSettlementView[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
};

function SettlementTable({ list, chosen, onChoose }: TableProps) {
  const t = useTranslations('manageCardSettlement');
  const { day: dayText } = useDateText();
  return (
    <StaffTable<CardSettlementView>
      caption={t('title')}
      rows={list}
      keyOf={({ id }) => id}
      chosen={chosen}
      columns={[
        {
          key: 'day',
          title: t('day'),
          cell: ({ id, day, currency }) => (
            <span className="grid justify-items-start">
              <LinkButton onClick={() => onChoose(id)}>
                {dayText(day)} · {currency}
              </LinkButton>
              <span className="figures text-caption text-text-muted">{id}</span>
            </span>
          ),
        },
        { key: 'state', title: t('state'), cell: (settlement) => <SettlementState settlement={settlement} /> },
        { key: 'net', title: t('net'), isNumber: true, cell: ({ net }) => <MoneyAmount value={net} /> },
        { key: 'cleared', title: t('cleared'), isNumber: true, cell: ({ cleared }) => <MoneyAmount value={cleared} /> },
        {
          key: 'refunded',
          title: t('refunded'),
          isNumber: true,
          cell: ({ refunded }) => <MoneyAmount value={refunded} />,
        },
        {
          key: 'lines',
          title: t('lines'),
          isNumber: true,
          cell: ({ lines }) => <span className="figures">{lines}</span>,
        },
      ]}
    />
  );
}
