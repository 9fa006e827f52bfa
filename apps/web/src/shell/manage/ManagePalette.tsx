import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSubmitWhenReady } from '../../platform/forms/use-submit-when-ready.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { type PaletteGroup, type PaletteItem, usePaletteGroups } from './use-palette-groups.tsx';

type Props = { maySearch: boolean; onClose: () => void };

/** Customers and pages by what is typed. Escape and a click beside it close it. */
export function ManagePalette({ maySearch, onClose }: Props) {
  const t = useTranslations('manageCustomer.search');
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const { groups, isBusy } = usePaletteGroups(text.trim(), maySearch);
  const go = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    void navigate({ to: item.to });
  };
  const awaited = useSubmitWhenReady(text, isBusy, () => go(groups[0]?.items[0]));
  // What is listed while the search goes on belongs to an earlier text, and must not be opened instead.
  const onKeyDown: ComponentProps<typeof Autocomplete.Input>['onKeyDown'] = (event) => {
    if (event.key !== 'Enter' || !isBusy) return;
    event.preventBaseUIHandler();
    awaited.onSubmit(event);
  };
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-shade" />
        <Dialog.Popup
          data-sheet
          initialFocus={input}
          className="fixed inset-0 z-30 flex flex-col bg-raised outline-none md:inset-x-0 md:top-[10dvh] md:bottom-auto md:mx-auto md:max-h-[76dvh] md:w-[720px] md:rounded-dialog md:border md:border-line md:shadow-dialog"
        >
          <Dialog.Title className="sr-only">{t('label')}</Dialog.Title>
          <Autocomplete.Root
            inline
            open
            items={groups}
            filter={null}
            value={text}
            onValueChange={(value, { reason }) => {
              if (reason !== 'item-press') setText(value);
            }}
            itemToStringValue={(item: PaletteItem) => item.title}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex items-center gap-3 border-b border-line px-5">
              <Search size={20} className="shrink-0 text-text-muted" />
              <Autocomplete.Input
                ref={input}
                aria-label={t('label')}
                placeholder={t('placeholder')}
                onKeyDown={onKeyDown}
                spellCheck={false}
                className="h-15 min-w-0 flex-1 bg-transparent text-h2 outline-none"
              />
              <IconButton label={t('close')} size="small" onClick={onClose}>
                <X size={18} />
              </IconButton>
            </div>
            <Autocomplete.List aria-label={t('label')} aria-busy={isBusy} className="min-h-0 overflow-y-auto py-2">
              {(group: PaletteGroup) => <GroupRows key={group.name} group={group} onChoose={go} />}
            </Autocomplete.List>
            {groups.length === 0 && (
              <p role="status" className="px-5 py-6 text-center text-small text-text-muted">
                {isBusy ? t('label') : t('count', { count: 0 })}
              </p>
            )}
          </Autocomplete.Root>
          <p className="border-t border-line px-5 py-2 text-right text-small text-text-muted">{t('everyLook')}</p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function GroupRows({
  group: { name, items },
  onChoose,
}: {
  group: PaletteGroup;
  onChoose: (item: PaletteItem) => void;
}) {
  const t = useTranslations('manageCustomer.search');
  return (
    <Autocomplete.Group items={items}>
      <Autocomplete.GroupLabel className="px-5 py-1.5 text-caption font-semibold text-text-muted">
        {t(name)}
      </Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(item: PaletteItem) => (
          <Autocomplete.Item
            key={item.id}
            value={item}
            onClick={() => onChoose(item)}
            className="flex min-h-11 cursor-pointer items-center gap-3 border-l-3 border-transparent px-5 py-1.5 outline-none data-highlighted:border-brand data-highlighted:bg-brand-soft"
          >
            {item.icon}
            <span className="min-w-0 flex-1 truncate">
              <strong className="font-semibold">{item.title}</strong>{' '}
              <span className="text-small text-text-muted">{item.detail}</span>
            </span>
            <span className="text-small text-text-muted">{item.state}</span>
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  );
}
