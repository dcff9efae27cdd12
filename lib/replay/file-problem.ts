/** Why a file is not what a command needs: one line that continues a sentence beginning with the file's name. */
export class FileProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FileProblem'
  }
}
