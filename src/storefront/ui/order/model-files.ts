const MODEL = /\.(?:step|stp|iges|igs|brep|brp|stl|obj|3mf)$/i;

/** Model types for the file dialog. */
export const MODEL_EXTENSIONS = '.step,.stp,.iges,.igs,.brep,.brp,.stl,.obj,.3mf';

/** Whether a file name looks like a model; its content is checked later. */
export const isModelFile = ({ name }: Pick<File, 'name'>): boolean => MODEL.test(name);
