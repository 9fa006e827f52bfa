import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { DrawerProps } from './DetailDrawer.tsx';
import { IconButton } from './IconButton.tsx';

export function DrawerFrame({ title, onClose, children, footer, onEscape }: DrawerProps) {
  const t = useTranslations('ui');
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Base.Root
      open
      disablePointerDismissal
      onOpenChange={(_, details) => {
        details.cancel();
        if (details.reason === 'escape-key') onEscape?.();
      }}
    >
      <Base.Portal>
        <Base.Backdrop
          data-print="no"
          className="fixed inset-0 z-30 bg-shade transition-opacity duration-240 data-starting-style:opacity-0"
        />
        <Base.Popup
          data-sheet
          initialFocus={heading}
          className="fixed inset-y-0 right-0 z-30 flex w-full flex-col border-l border-line bg-raised shadow-dialog transition duration-240 ease-out outline-none data-starting-style:translate-x-8 data-starting-style:opacity-0 md:w-[420px]"
        >
          <div className="flex min-h-16 items-center justify-between gap-3 border-b border-line px-5">
            <Base.Title ref={heading} tabIndex={-1} className="text-h1 font-bold outline-none">
              {title}
            </Base.Title>
            <IconButton label={t('close')} onClick={onClose} className="-mr-2 text-text">
              <X size={20} />
            </IconButton>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
          {footer && <div className="border-t border-line px-5 py-3.5">{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
