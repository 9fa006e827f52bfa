type Props = { value: number; max: number; label: string; describedBy?: string | undefined };

export const ProgressBar = ({ value, max, label, describedBy }: Props) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-describedby={describedBy}
    aria-valuemin={0}
    aria-valuemax={max}
    aria-valuenow={value}
    className="h-2 w-full overflow-hidden rounded-full bg-line"
  >
    <div
      className="h-full rounded-full bg-brand transition-[width]"
      style={{ width: `${max === 0 ? 0 : (value / max) * 100}%` }}
    />
  </div>
);
