import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = { title: string; children?: ReactNode; action?: ReactNode; icon?: ReactNode };

export const EmptyState = ({ title, children, action, icon }: Props) => (
  <div className="grid justify-items-center gap-1 px-4 py-10 text-center">
    <span className="mb-2 grid size-12 place-items-center rounded-full bg-sunken text-text-muted">
      {icon ?? <Inbox size={22} />}
    </span>
    <p className="font-semibold">{title}</p>
    {children && <div className="max-w-sm text-small text-text-muted">{children}</div>}
    {action && <div className="mt-3">{action}</div>}
  </div>
);
