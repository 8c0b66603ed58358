/** Prints a measured line beside the test's result. */
export const report = (line: string) => console.log(line);
