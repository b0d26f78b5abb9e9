/** A failure with the API's own body: `{statusCode, error, message}`. */
export class ApiError extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.name = statusCode === 404 ? 'Not Found' : 'Bad Request';
  }
}

export function notFound(message: string): ApiError {
  return new ApiError(404, message);
}

export function badRequest(message: string): ApiError {
  return new ApiError(400, message);
}
