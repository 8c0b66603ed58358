/** Of failures in a row only the first is told: what is tried every second would else fill the log while the database is away. */
export function tellFirstOf(tell: (error: unknown) => void): {
  failed: (error: unknown) => void;
  worked: () => void;
} {
  let isFailing = false;
  return {
    failed(error) {
      if (!isFailing) tell(error);
      isFailing = true;
    },
    worked() {
      isFailing = false;
    },
  };
}
