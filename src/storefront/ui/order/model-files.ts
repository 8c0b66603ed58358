const MODEL = /\.(?:step|stp|iges|igs|brep|brp|stl|obj|3mf)$/i;

/** What a file dialog offers for models. */
export const MODEL_EXTENSIONS = '.step,.stp,.iges,.igs,.brep,.brp,.stl,.obj,.3mf';

/** Whether the file is read as a model, by its name; its content decides later. */
export const isModelFile = ({ name }: Pick<File, 'name'>): boolean => MODEL.test(name);
