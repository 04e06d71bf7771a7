# The table for others: one binary, one folder with the database.
FROM rust:1-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN cargo build --release --locked

FROM debian:stable-slim
RUN useradd --system --home-dir /var/lib/frente --create-home frente
COPY --from=build /src/target/release/frente /usr/local/bin/frente
USER frente
WORKDIR /var/lib/frente
VOLUME /var/lib/frente
EXPOSE 1936
ENTRYPOINT ["frente"]
CMD ["serve", "--no-open", "--listen", "0.0.0.0", "--database", "/var/lib/frente/games.sqlite"]
