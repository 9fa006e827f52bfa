import { type StaffArea, type StaffLevel, staffAreas, staffLevels } from '@larkmere/contract/back-office/permissions';
import type { RoleDocument } from '@larkmere/contract/back-office/role';
import { type KeyboardEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { cellKey, levelOf, type RoleDraft, type RoleView, withLevel } from './role-draft.ts';

type Props = { document: RoleDocument; draft: RoleDraft; onChange?: (draft: RoleDraft) => void };

/** Below the width of the table one role is shown at a time. */
export function RoleMatrix({ document: { roles }, draft, onChange }: Props) {
  const t = useTranslations('manageRoles');
  const [chosen, setChosen] = useState(roles[0]?.key ?? 'support');
  const isShown = (role: RoleView) => (role.key === chosen ? '' : 'hidden lg:table-cell');
  return (
    <>
      <div className="lg:hidden">
        <SelectField
          label={t('oneRole')}
          value={chosen}
          onChange={({ target }) => setChosen(target.value as RoleView['key'])}
          options={roles.map(({ key }) => ({ value: key, label: t(`short.${key}`) }))}
        />
      </div>
      <div className="overflow-x-auto rounded-card border border-line bg-surface">
        <table className="w-full text-small">
          <caption className="sr-only">{t('tab.permissions')}</caption>
          <thead className="bg-sunken text-caption text-text-muted">
            <tr>
              <th scope="col" className="px-4 py-2 text-left font-semibold">
                {t('area.title')}
              </th>
              {roles.map((role) => (
                <th key={role.key} scope="col" className={`px-1 py-2 font-semibold ${isShown(role)}`}>
                  <span className="block text-text">{t(`short.${role.key}`)}</span>
                  <span className="font-normal">{t('people', { count: role.people })}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {staffAreas.map((area) => (
              <tr key={area}>
                <th scope="row" className="px-4 py-1 text-left font-semibold">
                  {t(`area.${area}`)}
                </th>
                {roles.map((role) => (
                  <td key={role.key} className={`px-1 py-1 text-center ${isShown(role)}`}>
                    <Cell role={role} area={area} draft={draft} onChange={onChange} />
                  </td>
                ))}
              </tr>
            ))}
            <tr className="bg-sunken">
              <th
                scope="rowgroup"
                colSpan={roles.length + 1}
                className="px-4 py-1.5 text-left text-caption text-text-muted"
              >
                {t('limits')}
              </th>
            </tr>
            <tr>
              <th scope="row" className="px-4 py-2 text-left font-semibold">
                {t('area.deal_limit')}
              </th>
              {roles.map((role) => (
                <td key={role.key} className={`figures px-1 py-2 text-center ${isShown(role)}`}>
                  {(role.key === 'dealer' && draft.dealMaxGBP) || (role.limits.dealMaxGBP ?? '–')}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row" className="px-4 py-2 text-left font-semibold">
                {t('area.release_limit')}
              </th>
              {roles.map((role) => (
                <td key={role.key} className={`figures px-1 py-2 text-center ${isShown(role)}`}>
                  {draft.releaseMaxGBP[role.key] ?? role.limits.releaseMaxGBP ?? '–'}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </>
  );
}

const chips: Record<StaffLevel, string> = {
  none: 'text-text-faint',
  view: '',
  act: 'bg-brand-soft text-brand-text font-semibold',
  approve: 'bg-brand text-on-brand font-semibold',
};

type CellProps = {
  role: RoleView;
  area: StaffArea;
  draft: RoleDraft;
  onChange: ((draft: RoleDraft) => void) | undefined;
};

/** Each press takes the next level; the keys 0 to 3 choose one; arrows go on. Nobody edits the role that they have. */
function Cell({ role, area, draft, onChange }: CellProps) {
  const t = useTranslations('manageRoles');
  const own = useStaffSession().role === role.key;
  const former = levelOf(role, area);
  const level = draft.levels[cellKey(role.key, area)] ?? former;
  const chip = (
    <span className={`inline-block min-w-12 rounded-small px-1.5 py-0.5 text-caption ${chips[level]}`}>
      {level === 'none' ? '–' : t(`level.${level}`)}
    </span>
  );
  if (!onChange || own) return chip;
  const choose = (next: StaffLevel | undefined) => next && onChange(withLevel(draft, role, area, next));
  const isChanged = level !== former;
  return (
    <button
      type="button"
      data-cell
      onClick={() => choose(staffLevels[(staffLevels.indexOf(level) + 1) % staffLevels.length])}
      onKeyDown={(event) => {
        if (/^[0-3]$/.test(event.key)) choose(staffLevels[Number(event.key)]);
        else moveFocus(event);
      }}
      aria-label={t('cell', { area: t(`area.${area}`), role: t(`short.${role.key}`), level: t(`level.${level}`) })}
      className={`min-h-8 w-full rounded-small hover:bg-sunken ${isChanged ? 'border border-accent bg-accent-soft' : ''}`}
    >
      {isChanged && <s className="mr-1 text-caption text-text-muted">{t(`level.${former}`)}</s>}
      {chip}
    </button>
  );
}

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const cell = event.currentTarget.closest('td');
  const row = cell?.closest('tr');
  const table = row?.closest('table');
  if (!step || !cell || !row || !table) return;
  event.preventDefault();
  const target = table.rows[row.rowIndex + step[0]]?.cells[cell.cellIndex + step[1]];
  target?.querySelector<HTMLElement>('[data-cell]')?.focus();
}
