import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

class DevnetTest {
  @Test
  void theFaucetPaysInABlock() throws Exception {
    try (var container = new GenericContainer<>("stacks-devnet").withExposedPorts(3999).waitingFor(Wait.forHttp("/ready").forPort(3999))) {
      container.start();
      var url = "http://" + container.getHost() + ":" + container.getMappedPort(3999);

      var address = "ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG";
      var request = HttpRequest.newBuilder(URI.create(url + "/extended/v1/faucets/stx?address=" + address + "&wait=true"));
      var response = HttpClient.newHttpClient().send(request.POST(HttpRequest.BodyPublishers.noBody()).build(), BodyHandlers.ofString());
      assertEquals(200, response.statusCode());
      assertTrue(response.body().contains("\"block\":{\"height\":"), response.body());
    }
  }
}
