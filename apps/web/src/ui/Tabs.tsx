import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

type Props = {
  tabs: { value: string; label: string; panel: ReactNode }[];
  value: string;
  onChange: (value: string) => void;
};

export const Tabs = ({ tabs, value, onChange }: Props) => (
  <Base.Root className="min-w-0" value={value} onValueChange={(next) => onChange(String(next))}>
    <Base.List className="mb-5 flex overflow-x-auto border-b border-line">
      {tabs.map((tab) => (
        <Base.Tab
          key={tab.value}
          value={tab.value}
          className="min-h-11 shrink-0 border-b-2 border-transparent px-2 text-small font-semibold sm:px-3 sm:text-body whitespace-nowrap text-text-muted -outline-offset-3 hover:text-text data-active:border-brand data-active:text-brand-text"
        >
          {tab.label}
        </Base.Tab>
      ))}
    </Base.List>
    {tabs.map((tab) => (
      <Base.Panel key={tab.value} value={tab.value}>
        {tab.panel}
      </Base.Panel>
    ))}
  </Base.Root>
);
