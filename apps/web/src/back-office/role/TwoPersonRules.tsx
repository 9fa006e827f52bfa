import type { RoleDocument } from '@larkmere/contract/back-office/role';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { StaffTable } from '../parts/parts.ts';

type Pair = RoleDocument['pairs'][number];

export function TwoPersonRules({ pairs }: Pick<RoleDocument, 'pairs'>) {
  const t = useTranslations('manageRoles');
  const names = (roles: Pair['makerRoles']) =>
    roles.length === 0 ? t('pairs.none') : roles.map((role) => t(`short.${role}`)).join(', ');
  const amounts = ({ threshold }: Pair) => threshold.map(({ amount, currency }) => `${amount} ${currency}`).join(', ');
  return (
    <Card flush>
      <StaffTable<Pair>
        caption={t('tab.pairs')}
        rows={pairs}
        keyOf={({ action }) => action}
        columns={[
          {
            key: 'action',
            title: t('pairs.action'),
            cell: ({ action }) => (
              <strong className="font-semibold">{t(`pairs.${action.replace('.', '_') as 'role_change'}`)}</strong>
            ),
          },
          { key: 'maker', title: t('pairs.maker'), cell: ({ makerRoles }) => names(makerRoles) },
          { key: 'checker', title: t('pairs.checker'), cell: ({ checkerRoles }) => names(checkerRoles) },
          {
            key: 'threshold',
            title: t('pairs.threshold'),
            cell: (pair) =>
              pair.threshold.length === 0 ? t('pairs.always') : t('pairs.above', { amounts: amounts(pair) }),
          },
        ]}
      />
    </Card>
  );
}
